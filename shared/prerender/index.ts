export { definePrerendered, type Prerender, type PrerenderRequest } from './define-prerendered.tsx';
