import type { Language } from '@portal/contract/language';
import type { MailTexts } from './mail-texts.ts';
import type { MailName } from './mails.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

interface MailContent {
  language: Language;
  mail: MailName;
  /** The values of the texts' `{{places}}`; `name` is the recipient's, if it is known. */
  values: Readonly<Record<string, string>>;
  /** The URL of the mail's link. */
  link?: string | undefined;
}

// Recipients may ignore these mails: nothing happens unless they act.
const ignorable: readonly MailName[] = [
  'confirm',
  'already_registered',
  'address_taken',
  'restore',
  'email_change',
];

/** Fills in a mail's texts, as plain text and as HTML. */
export function renderMail(texts: MailTexts, { language, mail, values, link }: MailContent): RenderedMail {
  const { subject, lines, action } = texts.mails[mail];
  const isIgnorable = ignorable.includes(mail);
  const greeting = values['name'] ? texts.greeting : texts.greetingWithoutName;
  const before = [greeting, ...lines].map((line) => fill(line, values));
  const after = isIgnorable ? [texts.ignore] : [];
  const brand = values.brand ?? '';

  const hasLink = link !== undefined && action !== undefined;
  const text = [...before, ...(hasLink ? [`${action}:\n${link}`] : []), ...after, brand].join('\n\n');
  const button = hasLink ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>`] : [];
  const paragraphs = [...before.map(paragraph), ...button, ...after.map(paragraph), paragraph(brand)];
  return {
    subject: fill(subject, values).replace(/[\r\n]+/g, ' '),
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<head><meta charset="utf-8"></head>\n<body>\n${paragraphs.join('\n')}\n</body>\n</html>\n`,
  };
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name] ?? '');
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
