import type { Answer } from './reply.ts';

/** A full session. */
export const loginAnswer: Answer<'login'> = {
  success: true,
  next: 'welcome',
  session: {
    expires_at: '2026-11-21T19:30:00Z',
    idle_timeout_seconds: 1800,
  },
  language: 'et',
  dpu: null,
};

/** A session that is good for accepting the agreement only. */
export const limitedLoginAnswer: Answer<'login'> = {
  success: true,
  next: 'dpu',
  session: {
    expires_at: '2026-11-21T07:45:00Z',
    idle_timeout_seconds: 900,
  },
  language: 'et',
  dpu: {
    version: '2026-05',
    url: '/legal/dpu/2026-05.et.pdf',
    published: '2026-05-01',
  },
};

export const registerAnswer: Answer<'register'> = {
  success: true,
  next: 'confirm',
  email_masked: 'a••@example.com',
  resend_after_seconds: 60,
  expires_at: '2026-11-22T07:30:00Z',
};

export const confirmAnswer: Answer<'confirm'> = {
  success: true,
  confirmed: true,
  next: 'login',
};

export const acceptDpuAnswer: Answer<'acceptDpu'> = {
  success: true,
  next: 'welcome',
  dpu: {
    version: '2026-05',
    accepted_at: '2026-11-21T07:31:02Z',
  },
  session: {
    expires_at: '2026-11-21T19:31:02Z',
    idle_timeout_seconds: 1800,
  },
};

export const restorePasswordAnswer: Answer<'restorePassword'> = {
  success: true,
  resend_after_seconds: 60,
};

export const changePasswordAnswer: Answer<'changePassword'> = {
  success: true,
  next: 'login',
  sessions_revoked: 2,
};
