import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonLook, IconButton } from '../button/button.tsx';
import { VisuallyHidden } from '../layout/layout.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import type { MenuPlacement, MenuPopupProps, MenuSection } from './menu-popup.tsx';

interface MenuProps extends Pick<ButtonLook, 'theme' | 'size' | 'icon'> {
  /** Accessible name of the menu; part of the button's name, before what the button shows. */
  label: string;
  /** What the button shows; without it the button shows its icon only. */
  children?: ReactNode;
  sections: readonly MenuSection[];
  placement?: MenuPlacement;
  /** Follows a chosen link without reloading the page: the router's navigate. */
  onNavigate?: (href: string) => void;
  className?: string;
}

const popup = lazyWidget<MenuPopupProps>(() =>
  import(/* webpackChunkName: "widgets" */ './menu-popup.tsx').then((module) => module.MenuPopup),
);

/** A button that opens a menu of actions, links or checked choices. */
export function Menu(props: MenuProps) {
  const { label, children, sections, placement = 'bottom start', onNavigate, ...look } = props;
  const { icon = 'more', theme = 'ghost', ...rest } = look;
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const trigger = {
    ...rest,
    theme,
    ref: anchor,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    onPointerEnter: popup.prefetch,
    onFocus: popup.prefetch,
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
          onGiveUp={() => setOpen(false)}
          props={{ anchor, label, sections, placement, onNavigate, onClose: () => setOpen(false) }}
        />
      )}
    </>
  );
}
