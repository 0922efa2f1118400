import '@testing-library/jest-dom/jest-globals';

export { expectFirstRequests } from './first-requests.ts';
export { connectionLost, problem } from './problem.ts';
export { type RenderPageOptions, renderPage } from './render-page.tsx';
export { type Reply, reply } from './reply.ts';
export * from './responses.fixtures.ts';
export { type SentRequest, sentTo } from './sent-requests.ts';
export { server } from './server.ts';
export { showLanguage } from './test-language.ts';
