import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { requestedLanguage } from '@portal/contract/language';
import { languageSchema } from '@portal/contract/language-schema';
import type { PortalConfig } from '@portal/contract/portal-config';
import { pagePath } from '@portal/federation-contract/area';
import type { LiveHost } from '@portal/federation-contract/composition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../../database/database.ts';
import { readCookie } from '../../http/cookies.ts';
import { liveComposition } from './live-composition.ts';
import { pagePolicies } from './page-policies.ts';
import {
  hasCanary,
  nameVisitor,
  readVisitor,
  type VisitedRelease,
  visitedReleases,
  visitOf,
} from './page-visit.ts';
import { portalHtml } from './portal-html.ts';
import { prerenderedScreens } from './prerendered-screen.ts';
import { releasedFiles } from './released-files.ts';

interface PortalOptions {
  /** Absolute folder with `composition.json`, `host/` and `remotes/`. */
  portalFolder: string;
  config: PortalConfig;
  database: Database;
  /** Whether the portal stands on https alone. */
  isSecure: boolean;
}

/**
 * Serves the front end: the releases of host and areas (immutable), the live composition, `/locales` by owner, and the
 * HTML for every page. A missing file is a 404, never the HTML.
 */
export async function portalRoutes(
  app: FastifyInstance,
  { portalFolder, config, database, isSecure }: PortalOptions,
): Promise<void> {
  const readReleased = releasedFiles(portalFolder);
  const live = liveComposition({
    portalFolder,
    readReleased,
    publicKey: config.signature_public_key,
    database,
    onFault: (error) => app.log.error({ err: error }, 'composition refused'),
  });
  const prerendered = prerenderedScreens(readReleased, (error) =>
    app.log.error({ err: error }, 'drawn screen refused'),
  );

  for (const folder of ['host', 'remotes']) {
    await app.register(fastifyStatic, {
      root: path.join(portalFolder, folder),
      prefix: `/${folder}/`,
      decorateReply: false,
      index: false,
      acceptRanges: false,
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      // Who published a release and of what it is made is not for visitors.
      allowedPath: (name) => !/\/(?:publication|sbom)\.json(?:\.(?:br|gz))?$/.test(name),
    });
  }

  app.get('/composition.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return (await live()).signed;
  });

  app.get<{ Params: { language: string; file: string } }>(
    '/locales/:language/:file',
    async (request, reply) => {
      const { composition } = await live();
      const { language, file } = request.params;
      const releases = visitedReleases(composition, visitOf(request, composition, readVisitor(request)));
      const base = ownerBase(composition.host, releases, file.replace(/\.json$/, ''));
      if (!v.is(languageSchema, language) || !/^[a-z][A-Za-z]*\.json$/.test(file))
        return reply.callNotFound();
      if (!base.startsWith('/')) return reply.redirect(`${base}locales/${language}/${file}`);
      const text = await readFile(path.join(portalFolder, base, 'locales', language, file), 'utf8').catch(
        () => undefined,
      );
      if (text === undefined) return reply.callNotFound();
      if (hasCanary(composition)) reply.header('vary', 'cookie');
      return reply.header('cache-control', 'no-cache').type('application/json').send(text);
    },
  );

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { composition, signed, template } = await live();
    const isTried = hasCanary(composition);
    const visitor = isTried ? (readVisitor(request) ?? nameVisitor(reply, { secure: isSecure })) : undefined;
    const visit = visitOf(request, composition, visitor);
    const releases = visitedReleases(composition, visit);
    const language =
      requestedLanguage(queryOf(request), request.headers.cookie ?? '') ?? config.default_language;
    const ahead = await prerendered({ host: composition.host, releases, url: request.url, language });
    const isOverridden = readCookie(request, 'portal_overrides') !== undefined;
    return reply
      .code(isPage(releases, pathOf(request)) ? 200 : 404)
      .header('cache-control', isTried ? 'private, no-cache' : 'no-cache')
      .headers(pagePolicies({ template, config, composition, isOverridden }))
      .header('vary', 'cookie')
      .type('text/html; charset=utf-8')
      .send(portalHtml({ template, config, composition, signed, visit, language, ahead }));
  };
  app.get('/', sendPage);
  app.get('/*', (request, reply) => {
    // What looks like a file or a call and is none must not be answered with a page.
    const path = pathOf(request);
    if (
      /\.[a-z0-9]+$/i.test(path) ||
      /^\/(?:v1|dev|host|remotes|locales|portal|ops|legal)(?:\/|$)/.test(path)
    )
      return reply.callNotFound();
    return sendPage(request, reply);
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.replace(/[?#].*$/s, '');
}

function queryOf(request: FastifyRequest): string {
  return request.url.split('?')[1] ?? '';
}

/** The folder of the release that owns a namespace: an area's, else the host's. */
function ownerBase(host: LiveHost, releases: readonly VisitedRelease[], namespace: string): string {
  const owner = releases.find(({ area }) => area.namespaces.includes(namespace));
  return (owner?.release ?? host).base;
}

function isPage(releases: readonly VisitedRelease[], path: string): boolean {
  const wanted = path.replace(/(.)\/$/, '$1');
  if (['/', '/welcome', '/about'].includes(wanted)) return true;
  return releases.some(({ area }) => {
    const paths = area.pages.flatMap((page) => [pagePath(area, page), ...page.aliases]);
    return [area.base_path, ...paths].includes(wanted);
  });
}
