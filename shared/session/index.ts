export { loadSession } from './load-session.ts';
export { configureSession, isUnsavedInAnyTab, logOut, notifyOtherTabs } from './logout.ts';
export { clearStoredState, onSessionEnd, sessionEndedState } from './session-end.ts';
export { endPause, pauseSession, resumeSession, useSessionPause } from './session-pause.ts';
export {
  balanceQuery,
  profileQuery,
  saveLanguageChoice,
  servicesQuery,
  updateProfile,
  useBalance,
  useProfile,
  useServices,
} from './use-account.ts';
export { useAddService } from './use-add-service.ts';
export { checkSession, useSession } from './verify-session.ts';
