import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { countSchema } from './paging.ts';

/** The actions that the bot check guards. A solved challenge is valid for one of them, once. */
const botCheckActions = ['register', 'restore', 'login', 'support'] as const;
export type BotCheckAction = (typeof botCheckActions)[number];

const hexSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]+$/));

/** A challenge as the ALTCHA protocol (version 2) writes it. Every parameter is signed, so none may be left out or added. */
const altchaChallengeSchema = v.object({
  parameters: v.strictObject({
    algorithm: v.literal('PBKDF2/SHA-256'),
    cost: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
    data: v.strictObject({ action: v.picklist(botCheckActions) }),
    /** Seconds since 1970. */
    expiresAt: v.pipe(v.number(), v.integer()),
    keyLength: v.literal(32),
    keyPrefix: hexSchema,
    keySignature: hexSchema,
    nonce: hexSchema,
    salt: hexSchema,
  }),
  signature: hexSchema,
});
export type AltchaChallenge = v.InferOutput<typeof altchaChallengeSchema>;

/** What `captcha_token` holds, as base64 of JSON, where ALTCHA is the provider. */
export const altchaTokenSchema = v.object({
  challenge: altchaChallengeSchema,
  solution: v.object({
    counter: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff)),
    derivedKey: v.pipe(hexSchema, v.length(64)),
  }),
});

export const getBotCheckChallenge = {
  method: 'GET',
  path: '/v1/bot-check/challenge',
  summary: 'A challenge whose solution shows that no bot is at work; only where ALTCHA is the provider',
  access: 'anonymous',
  query: v.object({ action: v.optional(v.picklist(botCheckActions, 'bad_parameter'), 'login') }),
  response: v.object({
    success: v.literal(true),
    challenge: altchaChallengeSchema,
    /** Counted from the response: the clock of the browser may differ from the server's. */
    expires_in_seconds: countSchema,
  }),
  errors: ['captcha_unavailable'],
} as const satisfies Endpoint;
export type BotCheckChallenge = v.InferOutput<typeof getBotCheckChallenge.response>;
