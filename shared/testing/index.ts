import '@testing-library/jest-dom/jest-globals';

export { answers } from './answers.ts';
export * from './call-answers.fixtures.ts';
export { connectionLost, type ProblemAnswer, type ProblemOptions, problem } from './problem.ts';
export { type RenderedPage, type RenderPageOptions, renderPage } from './render-page.tsx';
export { type Answer, type Reply, reply } from './reply.ts';
export { type SentRequest, sentTo } from './sent-requests.ts';
export { server } from './server.ts';
export { showLanguage } from './test-language.ts';
