import type { Composition } from '@portal/federation-contract/composition';
import type { FirstRequest } from '@portal/federation-contract/first-requests';
import { isServerPath, type PortalFacts } from '@portal/federation-contract/portal-facts';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import {
  type ChosenRelease,
  findPage,
  isAreaWithdrawn,
  namespaceOwner,
} from '@portal/federation-contract/release-lookup';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { firstRequestsOfPages } from './first-requests.ts';
import { inlinedSheets, takesFrameSheets } from './inlined-sheets.ts';
import { type AcceptedCompositions, type Live, liveComposition } from './live-composition.ts';
import { type CodeSources, type DeliveryConfig, documentPolicy, pagePolicies } from './page-policies.ts';
import { issueToken, type PageTelemetry } from './page-telemetry.ts';
import {
  hasCanary,
  nameVisitor,
  otherHosts,
  readCookie,
  readVisitor,
  visitedReleases,
  visitOf,
} from './page-visit.ts';
import { type PortalHtml, portalHtml, takesResponses, visitedTextHashes } from './portal-html.ts';
import { prerenderedScreens } from './prerendered-screens.ts';
import { releasedFiles, serveReleases } from './released-files.ts';
import { SharedPage } from './shared-page.ts';
import { type FirstResponse, StreamedPage } from './streamed-page.ts';

/** The `Cache-Control` of pages: each has a token of its own. */
const pageCaching = 'private, no-cache';
/** That of pages with data, and of pages in safe mode. Of these there is one for every set of areas, which a visitor chooses. */
const unstoredCaching = 'private, no-store';

export interface PortalPagesOptions {
  /** Absolute folder with `composition.json`, `host/` and `remotes/`. */
  portalFolder: string;
  /** Written into every page; a portal adds members of its own. */
  config: DeliveryConfig;
  acceptedCompositions: AcceptedCompositions;
  /** Whether the portal is served over https only. */
  isSecure: boolean;
  facts: Pick<PortalFacts, 'languages' | 'host_pages' | 'plates_page' | 'server_paths'>;
  /** The language of a request by its query and `Cookie` header; null for the default. */
  requestedLanguage: (search: string, cookies: string) => string | null;
  /**
   * Whether a request has the cookie of a session, which may have ended. Only then the HTML contains the frame of the account;
   * without this function it never does.
   */
  hasSession?: (request: FastifyRequest) => boolean;
  /**
   * The responses of the API that a page of the account will request, in the order in which they are ready; undefined if the page has
   * to request them. Never throws.
   */
  firstResponses?: (
    request: FastifyRequest,
    requests: readonly FirstRequest[],
  ) => AsyncIterable<FirstResponse> | undefined;
  /** Gives pages tokens for their reports, and counts the pages of areas with a canary. */
  telemetry?: PageTelemetry | undefined;
  /** Further sources of code, such as another provider's bot check. */
  codeSources?: CodeSources | undefined;
  /** Browsers get this HTML while no composition can be served; by default the error is sent to them, too. */
  maintenanceHtml?: (language: string) => string;
  /** Receives a check for the server's readiness probe: whether pages can be served. */
  onReadiness?: (canServe: () => Promise<boolean>) => void;
  /** Receives the live composition's reader, for the server's metrics. */
  onComposition?: ((read: () => Promise<Composition>) => void) | undefined;
}

/**
 * Fastify plugin for the front end: the releases of host and areas (immutable), the live composition, texts at `/locales`,
 * and the HTML of every page. The response for a missing file is a 404, never the HTML.
 */
export async function portalPages(app: FastifyInstance, options: PortalPagesOptions): Promise<void> {
  const { portalFolder, config, acceptedCompositions, facts } = options;
  const { languages, host_pages: hostPages } = facts;
  const { readReleased, readTextHashes } = releasedFiles(portalFolder);
  const live = liveComposition({
    portalFolder,
    readReleased,
    publicKey: config.signature_public_key,
    acceptedCompositions,
    onFault: (error) => app.log.error({ err: error }, 'composition refused'),
  });
  const prerendered = prerenderedScreens(readReleased, (error) =>
    app.log.error({ err: error }, 'prerendered screen refused'),
  );
  const firstRequests = firstRequestsOfPages(readReleased, (error) =>
    app.log.error({ err: error }, 'first requests refused'),
  );
  const sheetsOf = inlinedSheets(readReleased, (error) =>
    app.log.error({ err: error }, 'style sheet refused'),
  );
  const textHashes = visitedTextHashes(readTextHashes, (error) =>
    app.log.error({ err: error }, 'release.json refused'),
  );
  options.onReadiness?.(() =>
    live().then(
      () => true,
      () => false,
    ),
  );
  options.onComposition?.(async () => (await live()).composition);
  await serveReleases(app, portalFolder);

  /** The live composition with the host that the visitor gets. */
  const shownTo = async (
    request: FastifyRequest,
    active: Live,
    visitor: string | undefined,
  ): Promise<Live & Pick<PortalVisit, 'host'>> => {
    for (const { release: host, source } of otherHosts(request, active.composition, visitor)) {
      const template = await readReleased(host, 'index.html').catch(() => undefined);
      if (template !== undefined)
        return { ...active, composition: { ...active.composition, host }, template, host: source };
    }
    return active;
  };

  // Every open page asks several times a minute.
  app.get('/composition.json', { logLevel: 'warn' }, async (request, reply) => {
    const { signed } = await live();
    const tag = `W/"${signed.signature}"`;
    reply.headers({ 'cache-control': 'no-cache', etag: tag });
    return request.headers['if-none-match']?.includes(tag) ? reply.code(304).send() : signed;
  });

  app.get<{ Params: { language: string; file: string } }>(
    '/locales/:language/:file',
    async (request, reply) => {
      const visitor = readVisitor(request, options);
      const { composition } = await shownTo(request, await live(), visitor);
      const { language, file } = request.params;
      const releases = visitedReleases(composition, visitOf(request, composition, visitor));
      const owner = namespaceOwner(releases, file.replace(/\.json$/, ''))?.release ?? composition.host;
      if (!languages.includes(language) || !/^[a-z][A-Za-z]*\.json$/.test(file)) return reply.callNotFound();
      const name = `locales/${language}/${file}`;
      if (!owner.base.startsWith('/')) return reply.redirect(owner.base + name);
      const text = await readReleased(owner, name).catch((error) => {
        app.log.error({ err: error }, 'texts refused');
        return undefined;
      });
      if (text === undefined) return reply.callNotFound();
      if (hasCanary(composition)) reply.header('vary', 'cookie');
      return reply.header('cache-control', 'no-cache').type('application/json').send(text);
    },
  );

  const languageOf = ({ url, headers: { cookie = '' } }: FastifyRequest) =>
    options.requestedLanguage(url.split('?')[1] ?? '', cookie) ?? config.default_language;

  // Returns no reply: a promise that gets one waits until it is sent, and has no value then.
  const sendMaintenance = (request: FastifyRequest, reply: FastifyReply, error: unknown): undefined => {
    const html = options.maintenanceHtml?.(languageOf(request));
    if (html === undefined || !request.headers.accept?.includes('text/html')) throw error;
    request.log.error({ err: error }, 'no page can be served');
    reply
      .code(503)
      .headers({ 'retry-after': '5', 'cache-control': 'no-store', vary: 'accept, cookie' })
      .header('content-security-policy', documentPolicy(html))
      .type('text/html; charset=utf-8')
      .send(html);
  };

  const giveToken = (
    request: FastifyRequest,
    reply: FastifyReply,
    page: Parameters<typeof issueToken>[2],
  ) => {
    const token = options.telemetry === undefined ? '' : issueToken(options.telemetry, request, page);
    // In a header that scripts can read: the HTML is the same for everyone, and is compressed once.
    if (token !== '') reply.header('server-timing', `page;desc="${token}"`);
    return token;
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const active = await live().catch((error: unknown) => sendMaintenance(request, reply, error));
    if (active === undefined) return reply;
    const isTried = hasCanary(active.composition);
    const visitor = isTried ? (readVisitor(request, options) ?? nameVisitor(reply, options)) : undefined;
    const { composition, signed, template, host } = await shownTo(request, active, visitor);
    const visit = { ...visitOf(request, composition, visitor), ...(host && { host }) };
    const releases = visitedReleases(composition, visit);
    const language = languageOf(request);
    const shown = releases.filter(
      ({ area }) => !(isAreaWithdrawn(composition, area.id) || visit.without.includes(area.id)),
    );
    const screens = await prerendered({
      host: composition.host,
      releases: shown,
      navigated: navigatedAreas(releases, shown, composition),
      url: request.url,
      language,
      hasSession: options.hasSession?.(request) ?? false,
      welcomePath: facts.plates_page,
    });
    const requests = await firstRequests({
      releases: shown,
      path: pathOf(request),
      platesPage: facts.plates_page,
    });
    const texts = await textHashes([composition.host, ...releases.map(({ release }) => release)], language);
    const isOverridden = readCookie(request, 'portal_overrides') !== undefined;
    const page = { composition, visit, path: pathOf(request), isOverridden };
    const token = giveToken(request, reply, page);
    const takesThem = screens.isAccount && takesResponses(template);
    const responses = takesThem ? options.firstResponses?.(request, requests) : undefined;
    const sheets = await sheetsOf(composition.host, screens.isAccount && takesFrameSheets(template));
    const isStored = responses === undefined && visit.without.length === 0;
    const html = portalHtml({
      template,
      config,
      composition,
      signed,
      visit,
      token,
      language,
      languages,
      texts,
      requests,
      screens,
      sheets,
      hasResponses: responses !== undefined,
    });
    // Some proxies collect a response before they send it, and the frame would wait for the data.
    if (responses !== undefined) reply.header('x-accel-buffering', 'no');
    return reply
      .code(isPage(releases, hostPages, pathOf(request)) ? 200 : 404)
      .header('cache-control', isStored ? pageCaching : unstoredCaching)
      .headers(
        pagePolicies({
          template,
          config,
          composition,
          isOverridden,
          sheets,
          codeSources: options.codeSources,
        }),
      )
      .header('vary', 'cookie')
      .type('text/html; charset=utf-8')
      .send(responses === undefined ? sharedPage(html) : new StreamedPage(html, responses));
  };
  app.get('/', sendPage);
  app.get('/*', (request, reply) => {
    // A path that looks like a file or belongs to the server is not a page.
    const path = pathOf(request);
    if (/\.[a-z0-9]+$/i.test(path) || isServerPath(path, facts)) return reply.callNotFound();
    return sendPage(request, reply);
  });
}

/** The releases whose areas the account's navigation lists, in the order of the page in the browser: those that safe mode excludes last. */
function navigatedAreas(
  releases: readonly ChosenRelease[],
  shown: readonly ChosenRelease[],
  composition: Composition,
): ChosenRelease[] {
  const excluded = releases.filter(
    (one) => !(shown.includes(one) || isAreaWithdrawn(composition, one.area.id)),
  );
  return [...shown, ...excluded].filter(({ area }) => area.access === 'session');
}

function sharedPage({ key, start }: PortalHtml): SharedPage | string {
  return key === undefined ? start() : new SharedPage(key, start);
}

function pathOf(request: FastifyRequest): string {
  return request.url.replace(/[?#].*$/s, '');
}

function isPage(releases: readonly ChosenRelease[], hostPages: readonly string[], path: string): boolean {
  const wanted = path.replace(/(.)\/$/, '$1');
  if (wanted === '/' || hostPages.includes(wanted)) return true;
  return releases.some(({ area }) => area.base_path === wanted || findPage(area, wanted) !== undefined);
}
