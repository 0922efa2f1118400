export { balanceQuery, profileQuery, servicesQuery } from './account-queries.ts';
export { type LoadedSession, loadSession } from './load-session.ts';
export { configureSession, logOut, type SessionSettings } from './log-out.ts';
export { clearStoredState, onSessionEnd, type SessionEnd, sessionEnded } from './session-end.ts';
export { type SessionState, useSession } from './session-store.ts';
export { updateProfile, useBalance, useProfile, useServices } from './use-account.ts';
export { type ServiceAddition, useAddService } from './use-add-service.ts';
export { checkSession, type SessionCheck, verifySession } from './verify-session.ts';
