export { balanceQuery, profileQuery, servicesQuery } from './account-queries.ts';
export { type LoadedSession, loadSession } from './load-session.ts';
export { configureSession, logOut, type SessionSettings } from './log-out.ts';
export { tellOtherTabs } from './other-tabs.ts';
export { clearStoredState, onSessionEnd, type SessionEnd } from './session-end.ts';
export { useSession } from './session-store.ts';
export { updateProfile, useBalance, useProfile, useServices } from './use-account.ts';
export { type ServiceAddition, useAddService } from './use-add-service.ts';
