export { type ActionRole, actionPath, offerActions, useAction } from './actions.ts';
export { type AreaModule, defineArea } from './define-area.ts';
export { configurePortal, PortalContext, portalSettings, referenceAddress } from './portal-context.tsx';
export {
  discardUnsavedChanges,
  hasUnsavedChanges,
  type LeaveTexts,
  SlotKindProvider,
  useLeaveQuestion,
  useUnsavedChanges,
} from './unsaved-changes.ts';
export { type SidebarParams, useSidebar, withSidebar } from './use-sidebar.ts';
