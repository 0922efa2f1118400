export { type AreaDefinition, type AreaModule, defineArea, type SlotLoader } from './define-area.ts';
export { PortalContext } from './portal-context.tsx';
export { configurePortal, type PortalSettings, portalSettings } from './portal-settings.ts';
export { referenceAddress } from './reference-address.ts';
export { type SlotKind, SlotKindProvider } from './slot-kind.ts';
export { discardUnsavedChanges, hasUnsavedChanges } from './unsaved-changes-store.ts';
export { type LeaveQuestion, useLeaveQuestion } from './use-leave-question.ts';
export { type SidebarParams, type SidebarState, useSidebar, withSidebar } from './use-sidebar.ts';
export { useUnsavedChanges } from './use-unsaved-changes.ts';
