import { definePrerendered } from '@portal/shared/prerender';
import { AnonymousLayout } from './layout/anonymous-layout.tsx';
import { StartFailure } from './layout/start-failure.tsx';

/**
 * The frame around the authorization screens that stand in the HTML, into which the server puts the area's screen, and
 * what is shown when no code comes.
 */
export const prerender = definePrerendered({
  frame: { path: '/', element: <AnonymousLayout />, outlet: '{{screen}}' },
  failure: { path: '/', element: <StartFailure /> },
});
