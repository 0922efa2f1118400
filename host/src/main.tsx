import { nextTask } from '@portal/federation-browser/loading/next-task.ts';
import { takeOverPrerendered } from './document/take-over.ts';

/** Most of what the portal consists of: evaluated in one task, it would block a slow phone for 150 ms. */
const modules = [
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  // With the API and the texts. The host provides a shared module to the areas only when the host imports it.
  () => import(/* webpackMode: "eager" */ '@portal/shared/form'),
  () => import(/* webpackMode: "eager" */ '@portal/shared/ui/core'),
];

async function start(root: HTMLElement): Promise<void> {
  for (const evaluate of modules) {
    await evaluate();
    await nextTask();
  }
  const { startPortal } = await import(/* webpackMode: "eager" */ './start-portal.tsx');
  await startPortal(root);
}

const root = document.getElementById('root');
if (root === null) throw new Error('the HTML has no #root');
takeOverPrerendered(root);
start(root).then(
  () => globalThis.portalStart?.succeed(),
  (error: unknown) => {
    globalThis.portalStart?.fail();
    reportError(error);
  },
);
