import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonLook, IconButton } from '../button/button.tsx';
import type { IconProps } from '../icon/icon.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import type { MenuPopupProps } from './menu-popup.tsx';

export interface MenuAction {
  id: string;
  title: string;
  description?: string;
  icon?: IconProps['name'];
  /** Given for an item that is one of a choice: shows a check mark. */
  checked?: boolean;
  /** Makes the item a link. */
  href?: string;
  disabled?: boolean;
  tone?: 'danger';
  onSelect?: () => void;
  /** The language of the title, when it is not the page's. */
  lang?: string;
}

export interface MenuSection {
  id: string;
  /** Shown above the items; the menu's label names a section without one. */
  title?: string;
  items: readonly MenuAction[];
}

export interface MenuProps extends Pick<ButtonLook, 'theme' | 'size' | 'icon'> {
  /** Accessible name of the menu, and of the button, together with what it shows. */
  label: string;
  /** What the button shows; an icon button without it. */
  children?: ReactNode;
  sections: readonly MenuSection[];
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  /** Follows a chosen link without reloading the page: the router's navigate. */
  onNavigate?: (href: string) => void;
  className?: string;
}

const popup = lazyWidget<MenuPopupProps>(() => import('./menu-popup.tsx').then((module) => module.MenuPopup));
export const preloadMenu = popup.preload;

/** A button that opens a menu of actions, links or checked choices. */
export function Menu(props: MenuProps) {
  const {
    label,
    children,
    sections,
    placement = 'bottom start',
    onNavigate,
    icon = 'more',
    theme = 'ghost',
    ...rest
  } = props;
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const trigger = {
    ...rest,
    theme,
    ref: anchor,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpen(!isOpen),
  };
  return (
    <>
      {children === undefined ? (
        <IconButton {...trigger} icon={icon} label={label} />
      ) : (
        <Button {...trigger} {...(props.icon ? { icon: props.icon } : {})} iconEnd="chevron-down">
          <VisuallyHidden>{label}</VisuallyHidden> {children}
        </Button>
      )}
      {isOpen && (
        <popup.Widget
          props={{ anchor, label, sections, placement, onNavigate, onClose: () => setOpen(false) }}
        />
      )}
    </>
  );
}

function preload() {
  void popup.preload().catch(() => undefined);
}
