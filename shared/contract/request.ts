import * as v from 'valibot';
import { isFieldErrorCode } from './error.ts';

// A repeated password and a code are wrong rather than missing, and a currency and a service's type have one code for both.
const codesOfMissing: Readonly<Record<string, string>> = {
  password_repeat: 'password_repeat_mismatch',
  currency: 'currency_unsupported',
  code: 'code_invalid',
  type: 'service_type_unsupported',
  service_id: 'service_required',
  threshold_amount: 'threshold_required',
  threshold_balance: 'threshold_required',
};

/**
 * The body of a request. Members it does not list are dropped, so nothing else can be written; a missing member's
 * issue carries that field's own code (`name_required`), as an empty one's does.
 */
/* @__NO_SIDE_EFFECTS__ */
export function requestObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object(entries, (issue) => codeOfMissing(issue.path?.at(-1)?.key));
}

/** The body of a request that needs nothing but its address. */
export const emptyRequestSchema = requestObject({});

/** The issue of a choice. A form has a member without a value where a request has none. */
export const missingOrInvalid = ({ received }: v.BaseIssue<unknown>) =>
  received === 'undefined' ? 'field_required' : 'field_invalid';

function codeOfMissing(field: unknown): string {
  const name = String(field);
  const code = codesOfMissing[name] ?? `${name}_required`;
  return isFieldErrorCode(code) ? code : 'field_required';
}

/**
 * Characters that nobody sees, with the letter of another script or the emoji before them, if it is one, and the character after them.
 * Two names with and without them look alike.
 */
const invisible =
  /((?!\p{DI})[\p{Lo}\p{Extended_Pictographic}\p{Emoji_Modifier}](?:(?!\p{DI})\p{M})*)?([\p{DI}\uFFF9-\uFFFB]+)(?=(\S)?)/gu;

/** Removes invisible characters, except joiners and variants where scripts and emoji are written with them. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, (_all, base = '', run: string, next?: string) => {
    const [variant = '', joiner = ''] = /^(\uFE0F)?([\u200C\u200D])?/.exec(run)?.slice(1) ?? [];
    return base === '' ? '' : base + variant + (next === undefined ? '' : joiner);
  });
}

/** Characters of a line as it was sent: more than any line may have afterwards. Finding invisible ones takes long in a longer text. */
const longestLine = 2_000;
const isSendable = (text: string) => text.length <= longestLine;

/** Text on one line without invisible characters: line breaks, tabs and runs of spaces become one space. */
export const lineSchema = v.pipe(
  v.string('field_invalid'),
  v.check(isSendable, 'field_invalid'),
  v.transform((text) =>
    withoutInvisible(text)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ),
);

interface TextRules {
  min: number;
  max: number;
  /** Codes of an empty text and of one outside `min` to `max` characters. */
  required: string;
  length: string;
}

/** A required line of `min` to `max` characters, counted after trimming. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredLine({ min, max, required, length }: TextRules) {
  return v.config(
    v.pipe(
      v.string(required),
      v.check(isSendable, length),
      lineSchema,
      v.minLength(1, required),
      v.minLength(min, length),
      v.maxLength(max, length),
    ),
    { abortPipeEarly: true },
  );
}

/** A short line that may be left out, such as an id or a note. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalLine(max: number) {
  return v.nullish(v.pipe(lineSchema, v.maxLength(max, 'field_invalid')));
}

/** The id of the service that a customer chooses. */
export const serviceChoiceSchema = v.pipe(
  v.string('service_required'),
  v.nonEmpty('service_required'),
  v.maxLength(64, 'field_invalid'),
);

/** An issue of one member, for rules that compare several. */
export function issueOf(key: string, value: unknown, message: string): v.RawCheckIssueInfo<unknown> {
  return { message, path: [{ type: 'object', origin: 'value', input: {}, key, value }] };
}

/** The bot check's response, as its widget gave it; valid for one request. */
export const captchaTokenSchema = v.nullish(
  v.pipe(v.string('field_invalid'), v.maxLength(8192, 'field_invalid')),
);
