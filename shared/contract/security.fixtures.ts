import { accountExamples } from './account.fixtures.ts';
import type { ShownToken } from './api-tokens.ts';
import type { EndpointExamples } from './endpoint.fixtures.ts';
import type { RecoveryCodes } from './two-factor.ts';

const password = { current_password: 'Secret1!x' };
const shownToken: ShownToken = { success: true, token: 'tok_3fKq8ZrV1m', hide_after_seconds: 30 };
const codes: RecoveryCodes = { success: true, recovery_codes: ['7F3KQ-9XW2M', 'B0NCT-44RZE'] };

/** Bodies and answers of the optional endpoints, by operation id. */
export const securityExamples = {
  exchangeToken: {
    bodies: [{ token: 'rst_9f2c' }],
    responses: [{ success: true, email_masked: 'a••@example.com', expires_at: '2026-11-21T07:40:00Z' }],
  },
  loginOtp: {
    bodies: [{ code: '493 201' }, { code: '7f3kq-9xw2m' }],
    responses: accountExamples.login.responses,
  },
  getTwoFactor: {
    bodies: [],
    responses: [
      { success: true, enabled: false, enabled_at: null, recovery_codes_left: 0 },
      { success: true, enabled: true, enabled_at: '2026-11-20T10:00:00Z', recovery_codes_left: 9 },
    ],
  },
  beginTwoFactor: {
    bodies: [password],
    responses: [
      {
        success: true,
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        otpauth_url:
          'otpauth://totp/Dalat:ann%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Dalat',
      },
    ],
  },
  enableTwoFactor: { bodies: [{ code: '493201' }], responses: [codes] },
  disableTwoFactor: {
    bodies: [password],
    responses: [{ success: true, enabled: false, enabled_at: null, recovery_codes_left: 0 }],
  },
  renewRecoveryCodes: { bodies: [password], responses: [codes] },
  listSessions: {
    bodies: [],
    responses: [
      {
        success: true,
        sessions: [
          {
            session_id: 'ses_7Q2K',
            current: true,
            browser: 'Firefox 148',
            system: 'Linux',
            device: 'desktop',
            ip: '198.51.100.7',
            created: '2026-11-21T07:30:00Z',
            last_seen: '2026-11-21T08:01:00Z',
          },
          {
            session_id: 'ses_9B4M',
            current: false,
            browser: 'Chrome 146',
            system: 'Android',
            device: 'phone',
            ip: '203.0.113.20',
            created: '2026-11-19T18:12:00Z',
            last_seen: '2026-11-20T21:44:00Z',
          },
        ],
      },
    ],
  },
  endSession: { bodies: [], responses: [{ success: true, sessions_revoked: 1 }] },
  endOtherSessions: { bodies: [{}], responses: [{ success: true, sessions_revoked: 3 }] },
  revealToken: { bodies: [password, { ...password, which: 'secondary' }], responses: [shownToken] },
  rotateToken: { bodies: [password], responses: [shownToken] },
  promoteToken: { bodies: [password], responses: accountExamples.getProfile.responses },
  discardToken: { bodies: [password], responses: accountExamples.getProfile.responses },
  getBotCheckChallenge: {
    bodies: [],
    responses: [
      {
        success: true,
        challenge: {
          parameters: {
            algorithm: 'PBKDF2/SHA-256',
            cost: 10,
            data: { action: 'register' },
            expiresAt: 1_795_276_707,
            keyLength: 32,
            keyPrefix: '4f0cb0b1e2b25ef921bf2d7c08feb911',
            keySignature: '0c153b83d10978ed148cad21a54eb53251ccf9b51b2776542ae8b9d4e926d63c',
            nonce: '0e79b76c725fd7b7b2231195043555e9',
            salt: 'd4f282fcff4749ef544878f944304422',
          },
          signature: 'fc1927fc01de4c47d2b2b4ecd81d110efd859cc57175fa2f84d8686471e0d4fe',
        },
        expires_in_seconds: 600,
      },
    ],
  },
} satisfies EndpointExamples;
