import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import type { Finding } from '../gate/check-release.ts';
import { type TinyPortal, tinyPortal } from '../testing/tiny-portal.fixtures.ts';
import { type Backend, openBackend } from './backend.ts';

let portal: TinyPortal;
let backend: Backend;

/** As in the repository of an area, the portal's server is not there; another machine runs it. */
beforeAll(async () => {
  portal = await tinyPortal();
  await portal.goHostile(['unauthorized']);
  renameSync(path.join(portal.folder, 'server.mjs'), path.join(portal.folder, 'elsewhere.mjs'));
  const settings = {
    facts: v.parse(portalFactsSchema, { server: 'elsewhere.mjs' }),
    root: portal.folder,
    dataFolder: path.join(portal.folder, 'elsewhere'),
    environment: {},
    progress: () => undefined,
  };
  backend = await openBackend(settings, { folder: portal.folder, publicKey: '' });
}, 120_000);
afterAll(async () => {
  await backend[Symbol.asyncDispose]();
  portal.remove();
});

async function check(options: string, environment: Record<string, string> = {}): Promise<string[]> {
  Object.assign(portal.environment, environment);
  const { findings } = await portal.json<{ findings: Finding[] }>(`check unauthorized@latest ${options}`);
  for (const name of Object.keys(environment)) delete portal.environment[name];
  return findings.map(({ check, message, advice }) => `${check}: ${message} ${advice}`);
}

test('opens pages with a session at the portal that --backend or PORTAL_BACKEND names', async () => {
  expect(await check('')).toEqual([expect.stringMatching(/^run: there is no server for its pages/)]);
  expect(await check(`--backend ${backend.origin}`)).toEqual([]);
  expect(await check('', { PORTAL_BACKEND: backend.origin })).toEqual([]);
}, 600_000);

test('says what to do when the portal refuses the session, does not respond or is none', async () => {
  const refused = { PORTAL_SIGN_IN_BODY: '{"refused":true}' };
  expect(await check(`--backend ${backend.origin}`, refused)).toEqual([
    expect.stringMatching(/^run: no session .*POST \/v1\/login returned 403.*PORTAL_SIGN_IN_BODY/),
  ]);
  const nowhere = 'http://localhost:1';
  expect(await check(`--backend ${nowhere}`)).toEqual([
    expect.stringMatching(/^run: http:\/\/localhost:1 serves no page of a portal.*--backend/),
  ]);
}, 600_000);
