import type { CodeSources } from '@portal/federation-server/page-policies';

/**
 * What Google requires of a page with reCAPTCHA (developers.google.com/recaptcha/docs/faq). Its script changes without
 * notice and sets URLs and markup of its own, so a page with it cannot require hashes: docs/decisions/0013-bot-check.md.
 */
export const recaptchaSources: CodeSources = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connections: ['https://www.google.com/recaptcha/'],
  // It writes its badge with style attributes (github.com/google/recaptcha/issues/107).
  styles: "style-src-attr 'unsafe-inline'",
};
