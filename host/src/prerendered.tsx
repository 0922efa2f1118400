import { definePrerendered } from '@portal/shared/prerender';
import { AnonymousLayout } from './layout/anonymous-layout.tsx';

/** The frame around the authorization screens that stand in the HTML; the server puts the area's screen into it. */
export const prerender = definePrerendered({
  frame: { path: '/login', element: <AnonymousLayout />, outlet: '{{screen}}' },
});
