export { type LoadedSession, loadSession } from './load-session.ts';
export { configureSession, logOut, notifyOtherTabs, type SessionSettings } from './logout.ts';
export { clearStoredState, onSessionEnd, type SessionEnd } from './session-end.ts';
export {
  balanceQuery,
  profileQuery,
  servicesQuery,
  updateProfile,
  useBalance,
  useProfile,
  useServices,
} from './use-account.ts';
export { type ServiceAddition, useAddService } from './use-add-service.ts';
export { useSession } from './verify-session.ts';
