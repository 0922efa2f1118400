import '@testing-library/jest-dom/jest-globals';

export * from './account.fixtures.ts';
export { answers } from './answers.ts';
export * from './messaging.fixtures.ts';
export * from './monthly-vat-invoices.fixtures.ts';
export * from './payments.fixtures.ts';
export { connectionLost, type ProblemAnswer, type ProblemOptions, problem } from './problem.ts';
export { type RenderedPage, type RenderPageOptions, renderPage } from './render-page.tsx';
export { type Answer, type Reply, reply } from './reply.ts';
export { type SentRequest, sentTo } from './sent-requests.ts';
export { server } from './server.ts';
export * from './services.fixtures.ts';
export { showLanguage } from './test-language.ts';
export * from './users.fixtures.ts';
export * from './voicing.fixtures.ts';
