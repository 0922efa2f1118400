export { type ActionRole, actionPath, offerActions, useAction } from './actions.ts';
export { type AreaDefinition, type AreaModule, defineArea, type SlotLoader } from './define-area.ts';
export { PortalContext, referenceAddress } from './portal-context.tsx';
export { configurePortal, type PortalSettings, portalSettings } from './portal-settings.ts';
export {
  discardUnsavedChanges,
  hasUnsavedChanges,
  type LeaveQuestion,
  type SlotKind,
  SlotKindProvider,
  useLeaveQuestion,
  useUnsavedChanges,
} from './unsaved-changes.ts';
export { type SidebarParams, type SidebarState, useSidebar, withSidebar } from './use-sidebar.ts';
