import { emptyRequestSchema } from './access.ts';
import { botCheckChallengeSchema, botCheckQuerySchema } from './bot-check.ts';
import type { Endpoint } from './endpoint.ts';
import { profileSchema } from './profile.ts';
import {
  enableTwoFactorSchema,
  exchangeTokenRequestSchema,
  exchangeTokenResponseSchema,
  openSessionsSchema,
  recoveryCodesSchema,
  revokedSessionsSchema,
  secondStepSchema,
  sessionParamsSchema,
  shownTokenSchema,
  stepUpSchema,
  tokenChoiceSchema,
  twoFactorSchema,
  twoFactorSetupSchema,
} from './security.ts';
import { loginResponseSchema } from './users.ts';

export const exchangeToken = {
  method: 'POST',
  path: '/v1/users/token:exchange',
  summary: 'Exchange the token of a mailed link for a session that may set a new password',
  access: 'anonymous',
  body: exchangeTokenRequestSchema,
  status: 200,
  response: exchangeTokenResponseSchema,
  errors: ['token_expired', 'token_used', 'account_suspended'],
} as const satisfies Endpoint;

export const loginOtp = {
  method: 'POST',
  path: '/v1/users/login:otp',
  summary: 'Take the second step of the log-in',
  access: 'limited',
  body: secondStepSchema,
  status: 200,
  response: loginResponseSchema,
  errors: ['unauthenticated', 'session_expired', 'account_suspended'],
} as const satisfies Endpoint;

export const getTwoFactor = {
  method: 'GET',
  path: '/v1/accounts/two-factor',
  summary: 'Whether log-in takes a second step',
  access: 'session',
  status: 200,
  response: twoFactorSchema,
  errors: [],
} as const satisfies Endpoint;

export const beginTwoFactor = {
  method: 'POST',
  path: '/v1/accounts/two-factor:begin',
  summary: 'Make a secret for an authenticator',
  access: 'session',
  body: stepUpSchema,
  status: 200,
  response: twoFactorSetupSchema,
  errors: ['two_factor_enabled'],
} as const satisfies Endpoint;

export const enableTwoFactor = {
  method: 'POST',
  path: '/v1/accounts/two-factor:enable',
  summary: 'Turn the second step on with a code of the authenticator',
  access: 'session',
  body: enableTwoFactorSchema,
  status: 200,
  response: recoveryCodesSchema,
  errors: ['two_factor_enabled', 'two_factor_not_begun'],
} as const satisfies Endpoint;

export const disableTwoFactor = {
  method: 'POST',
  path: '/v1/accounts/two-factor:disable',
  summary: 'Turn the second step off',
  access: 'session',
  body: stepUpSchema,
  status: 200,
  response: twoFactorSchema,
  errors: [],
} as const satisfies Endpoint;

export const renewRecoveryCodes = {
  method: 'POST',
  path: '/v1/accounts/two-factor:recovery-codes',
  summary: 'Replace the recovery codes',
  access: 'session',
  body: stepUpSchema,
  status: 200,
  response: recoveryCodesSchema,
  errors: ['two_factor_not_begun'],
} as const satisfies Endpoint;

export const listSessions = {
  method: 'GET',
  path: '/v1/accounts/sessions',
  summary: 'The open sessions',
  access: 'session',
  status: 200,
  response: openSessionsSchema,
  errors: [],
} as const satisfies Endpoint;

export const endSession = {
  method: 'DELETE',
  path: '/v1/accounts/sessions/{session_id}',
  summary: 'End one session',
  access: 'session',
  params: sessionParamsSchema,
  status: 200,
  response: revokedSessionsSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;

export const endOtherSessions = {
  method: 'POST',
  path: '/v1/accounts/sessions:end-others',
  summary: 'End all sessions but this one',
  access: 'session',
  body: emptyRequestSchema,
  status: 200,
  response: revokedSessionsSchema,
  errors: [],
} as const satisfies Endpoint;

export const revealToken = {
  method: 'POST',
  path: '/v1/accounts/token:reveal',
  summary: 'Show an API token in full',
  access: 'session',
  body: tokenChoiceSchema,
  status: 200,
  response: shownTokenSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;

export const rotateToken = {
  method: 'POST',
  path: '/v1/accounts/token:rotate',
  summary: 'Make a second API token beside the one in use',
  access: 'session',
  body: stepUpSchema,
  status: 200,
  response: shownTokenSchema,
  errors: [],
} as const satisfies Endpoint;

export const promoteToken = {
  method: 'POST',
  path: '/v1/accounts/token:promote',
  summary: 'Put the second API token in the place of the first, which stops working',
  access: 'session',
  body: stepUpSchema,
  status: 200,
  response: profileSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;

export const discardToken = {
  method: 'POST',
  path: '/v1/accounts/token:discard',
  summary: 'Give the second API token up',
  access: 'session',
  body: stepUpSchema,
  status: 200,
  response: profileSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;

export const getBotCheckChallenge = {
  method: 'GET',
  path: '/v1/bot-check/challenge',
  summary: 'A challenge whose solution shows that no bot is at work; only where ALTCHA is the provider',
  access: 'anonymous',
  query: botCheckQuerySchema,
  status: 200,
  response: botCheckChallengeSchema,
  errors: ['captcha_unavailable'],
} as const satisfies Endpoint;

/** Endpoints beyond the 26: second step, sessions, API tokens and the bot check. `features` of the profile says where a server has them. */
export const securityEndpoints = {
  exchangeToken,
  loginOtp,
  getTwoFactor,
  beginTwoFactor,
  enableTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  listSessions,
  endSession,
  endOtherSessions,
  revealToken,
  rotateToken,
  promoteToken,
  discardToken,
  getBotCheckChallenge,
} as const;
