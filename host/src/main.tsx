// The host provides a shared module to the areas only when the host imports it.
import '@portal/shared/form';
import { createRoot } from 'react-dom/client';
import { takeOverPrerendered } from './document/take-over.ts';
import { startPortal } from './start-portal.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the HTML has no #root');
takeOverPrerendered(root);
startPortal(createRoot(root)).then(
  () => globalThis.portalStart?.succeed(),
  (error: unknown) => {
    globalThis.portalStart?.fail();
    reportError(error);
  },
);
