import { definePrerendered } from '@portal/shared/prerender';
import { AnonymousLayout } from './layout/anonymous-layout.tsx';
import { StartFailure } from './navigation/navigation-failure.tsx';

/**
 * The frame of the prerendered authorization screens, into which the server inserts the area's screen, and the message
 * for a portal whose code cannot be loaded.
 */
export const prerender = definePrerendered({
  frame: { path: '/', element: <AnonymousLayout />, outlet: '{{screen}}' },
  failure: { path: '/', element: <StartFailure /> },
});
