import { emptyRequestSchema, logoutResponseSchema, verifyResponseSchema } from './access.ts';
import type { Endpoint, EndpointView } from './endpoint.ts';
import { profileSchema, profileUpdateSchema } from './profile.ts';
import { supportRequestSchema, supportResponseSchema } from './support.ts';
import {
  acceptDpuRequestSchema,
  acceptDpuResponseSchema,
  changePasswordRequestSchema,
  changePasswordResponseSchema,
  confirmRequestSchema,
  confirmResponseSchema,
  loginRequestSchema,
  loginResponseSchema,
  registerRequestSchema,
  registerResponseSchema,
  resendResponseSchema,
  restorePasswordRequestSchema,
  restorePasswordResponseSchema,
} from './users.ts';

export const login = {
  number: 1,
  method: 'POST',
  path: '/v1/users/login',
  summary: 'Log in',
  access: 'anonymous',
  body: loginRequestSchema,
  status: 200,
  response: loginResponseSchema,
  errors: [
    'invalid_credentials',
    'captcha_required',
    'captcha_failed',
    'captcha_unavailable',
    'account_suspended',
  ],
} as const satisfies Endpoint;

export const register = {
  number: 2,
  method: 'POST',
  path: '/v1/users/register',
  summary: 'Open an account',
  access: 'anonymous',
  body: registerRequestSchema,
  status: 201,
  response: registerResponseSchema,
  errors: ['captcha_required', 'captcha_failed', 'captcha_unavailable'],
} as const satisfies Endpoint;

export const confirm = {
  number: 3,
  method: 'POST',
  path: '/v1/users/confirm',
  summary: 'Confirm the e-mail address, or ask for the mail again',
  access: 'anonymous',
  body: confirmRequestSchema,
  status: 200,
  otherStatus: 202,
  response: confirmResponseSchema,
  errors: ['token_expired', 'token_used', 'already_confirmed'],
} as const satisfies Endpoint;

/** `confirm` when the mail is requested again. */
export const resendConfirmation = {
  method: 'POST',
  path: '/v1/users/confirm',
  body: confirmRequestSchema,
  response: resendResponseSchema,
} as const satisfies EndpointView;

export const acceptDpu = {
  number: 4,
  method: 'POST',
  path: '/v1/users/login:dpu',
  summary: 'Accept or refuse the data-processing agreement',
  access: 'credentials',
  body: acceptDpuRequestSchema,
  status: 200,
  response: acceptDpuResponseSchema,
  errors: [
    'unauthenticated',
    'session_expired',
    'invalid_credentials',
    'captcha_required',
    'account_suspended',
    'step_up_required',
  ],
} as const satisfies Endpoint;

export const restorePassword = {
  number: 5,
  method: 'POST',
  path: '/v1/users/password:restore',
  summary: 'Ask for the mail that lets a forgotten password be replaced',
  access: 'anonymous',
  body: restorePasswordRequestSchema,
  status: 202,
  response: restorePasswordResponseSchema,
  errors: ['captcha_required', 'captcha_failed', 'captcha_unavailable'],
} as const satisfies Endpoint;

export const changePassword = {
  number: 6,
  method: 'POST',
  path: '/v1/users/password:change',
  summary: 'Set a new password, by a mailed token or in a session',
  access: 'anonymous',
  body: changePasswordRequestSchema,
  status: 200,
  response: changePasswordResponseSchema,
  errors: ['unauthenticated', 'session_expired', 'account_suspended', 'token_expired', 'token_used'],
} as const satisfies Endpoint;

export const verifyAccess = {
  number: 7,
  method: 'POST',
  path: '/v1/accounts/access:verify',
  summary: 'Verify the session',
  access: 'limited',
  body: emptyRequestSchema,
  status: 200,
  response: verifyResponseSchema,
  errors: ['unauthenticated', 'session_expired', 'email_not_confirmed', 'account_suspended'],
} as const satisfies Endpoint;

export const logout = {
  number: 8,
  method: 'POST',
  path: '/v1/accounts/access:logout',
  summary: 'End the session, if there is one',
  access: 'anonymous',
  body: emptyRequestSchema,
  status: 200,
  response: logoutResponseSchema,
  errors: [],
} as const satisfies Endpoint;

export const getProfile = {
  number: 9,
  method: 'GET',
  path: '/v1/accounts/profile',
  summary: 'The profile',
  access: 'session',
  status: 200,
  response: profileSchema,
  errors: [],
} as const satisfies Endpoint;

export const updateProfile = {
  number: 10,
  method: 'PUT',
  path: '/v1/accounts/profile',
  summary: 'Change parts of the profile',
  access: 'session',
  body: profileUpdateSchema,
  status: 200,
  response: profileSchema,
  errors: ['currency_locked', 'tax_number_locked'],
} as const satisfies Endpoint;

export const createTicket = {
  number: 11,
  method: 'POST',
  path: '/v1/accounts/support',
  summary: 'Send a support request',
  access: 'session',
  body: supportRequestSchema,
  status: 201,
  response: supportResponseSchema,
  errors: ['captcha_required', 'captcha_failed', 'captcha_unavailable', 'service_not_found'],
  idempotent: true,
} as const satisfies Endpoint;

/** Endpoints 1 to 11: authorization, session, profile and support. */
export const accountEndpoints = {
  login,
  register,
  confirm,
  acceptDpu,
  restorePassword,
  changePassword,
  verifyAccess,
  logout,
  getProfile,
  updateProfile,
  createTicket,
} as const;
