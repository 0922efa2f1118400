import type { ReactNode } from 'react';
import { OverlayFallback } from '../dialog/dialog.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import type { SidebarOverlayProps } from './sidebar-overlay.tsx';

export type CloseReason = 'escape' | 'outside' | 'right-click' | 'button';

export interface SidebarProps {
  isOpen: boolean;
  title: ReactNode;
  /** Someone wants it closed: set `isOpen` to false, or keep it (unsaved text) and ask first. */
  onCloseRequest: (reason: CloseReason) => void;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  size?: 'medium' | 'large';
}

const overlay = lazyWidget<SidebarOverlayProps>(() =>
  import('./sidebar-overlay.tsx').then((module) => module.SidebarOverlay),
);
export const preloadSidebar = overlay.preload;

/** A modal panel at the right, a sheet from below on phones; closes by Esc, a press outside, right click or its button. */
export function Sidebar({ isOpen, size = 'medium', ...rest }: SidebarProps) {
  if (!isOpen) return null;
  return <overlay.Widget props={{ size, ...rest }} fallback={<OverlayFallback />} />;
}
