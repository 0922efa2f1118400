import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePortal } from '@portal/federation-cli/stage-portal';
import { portalPages } from '@portal/federation-server/portal-pages';
import { type FastifyInstance, fastify } from 'fastify';

const example = fileURLToPath(new URL('../..', import.meta.url));
const buildOf = (name: string) => path.join(example, name, 'dist');

/** Makes the builds of host and areas live in `folder`. Call it again after a build has changed. */
export function stageExample(folder: string) {
  return stagePortal({
    host: buildOf('host'),
    areas: [buildOf('hello'), buildOf('clock')],
    target: folder,
    keyFile: path.join(folder, 'key.pem'),
  });
}

/** Serves what is live in `folder`, and returns the server, which is not listening yet. */
export async function serveExample(folder: string): Promise<FastifyInstance> {
  const { publicKey } = await stageExample(folder);
  const app = fastify();
  await app.register(portalPages, {
    portalFolder: folder,
    config: {
      brand: 'Example',
      instance: 'example',
      environment: 'test',
      bff_base_address: '/',
      default_language: 'en',
      signature_public_key: publicKey,
    },
    acceptedCompositions: { find: async () => undefined, save: async () => undefined },
    isSecure: false,
    requestedLanguage: () => null,
    facts: { languages: ['en'], host_pages: [], server_paths: [] },
  });
  app.post('/portal/reports', (_request, reply) => reply.code(204).send());
  return app;
}
