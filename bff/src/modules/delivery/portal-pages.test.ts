import { afterAll, expect, test } from '@jest/globals';
import { createPortalFolder } from '@portal/federation-server/testing/portal-folder.fixtures';
import { testPortal } from '../../testing/test-portal.ts';

const folder = createPortalFolder();
const portal = testPortal({
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
  RESTORE_MINUTES: '25',
});
afterAll(() => folder.remove());

test('pages say for how many minutes a link to restore a password works', async () => {
  const { body } = await portal.visitor().get('/a/list');
  expect(body).toContain('"restore_minutes":25');
});
