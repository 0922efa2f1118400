import { lazy } from 'react';
import { chunkLimit, withinLimit } from '../federation/within-limit.ts';

/** `LeftOut`, whose code comes when a page first needs it. */
export const LeftOut = lazy(async () => {
  const module = import(/* webpackChunkName: "left-out" */ './left-out.tsx');
  return { default: (await withinLimit(module, chunkLimit)).LeftOut };
});
