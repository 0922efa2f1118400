import type { RefObject } from 'react';
import {
  MenuSection as AriaMenuSection,
  Header,
  Menu,
  MenuItem,
  Popover,
  RouterProvider,
  Text,
} from 'react-aria-components';
import { AriaLocale } from '../aria-locale.tsx';
import { Icon } from '../icon/icon.tsx';
import { useKeyboardOpening } from '../keyboard-opening.ts';
import popoverClasses from '../popover.module.css';
import classes from './menu.module.css';
import type { MenuAction, MenuSection } from './menu.tsx';

export interface MenuPopupProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  sections: readonly MenuSection[];
  placement: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  onNavigate: ((href: string) => void) | undefined;
  onClose: () => void;
}

/** The open list of a Menu. */
export function MenuPopup({ anchor, label, sections, placement, onNavigate, onClose }: MenuPopupProps) {
  useKeyboardOpening(anchor);
  const items = sections.flatMap((section) => section.items);
  function select(id: string) {
    items.find((candidate) => candidate.id === id)?.onSelect?.();
  }
  const popover = (
    <Popover
      isOpen
      triggerRef={anchor}
      placement={placement}
      offset={4}
      aria-label={label}
      className={`${popoverClasses.popover} ${classes.popup}`}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Menu
        aria-label={label}
        autoFocus="first"
        className={classes.menu ?? ''}
        onAction={(key) => select(String(key))}
        onClose={onClose}
      >
        {sections.map((section) => (
          <Section key={section.id} section={section} menuLabel={label} />
        ))}
      </Menu>
    </Popover>
  );
  return (
    <AriaLocale>
      {onNavigate ? <RouterProvider navigate={onNavigate}>{popover}</RouterProvider> : popover}
    </AriaLocale>
  );
}

function Section({ section, menuLabel }: { section: MenuSection; menuLabel: string }) {
  const isChoice = section.items.some((item) => item.checked !== undefined);
  const name = section.title ? {} : { 'aria-label': menuLabel };
  return (
    <AriaMenuSection
      {...name}
      className={classes.section ?? ''}
      selectionMode={isChoice ? 'single' : 'none'}
      selectedKeys={section.items.filter((item) => item.checked).map((item) => item.id)}
    >
      {section.title && <Header className={classes.header ?? ''}>{section.title}</Header>}
      {section.items.map((item) => (
        <Item key={item.id} item={item} isChoice={isChoice} />
      ))}
    </AriaMenuSection>
  );
}

function Item({ item, isChoice }: { item: MenuAction; isChoice: boolean }) {
  return (
    <MenuItem
      id={item.id}
      textValue={item.title}
      {...(item.href && { href: item.href })}
      isDisabled={item.disabled ?? false}
      className={classes.item ?? ''}
      data-tone={item.tone}
    >
      {item.icon && <Icon name={item.icon} />}
      <span className={classes.text}>
        <Text slot="label" lang={item.lang}>
          {item.title}
        </Text>
        {item.description && (
          <Text slot="description" className={classes.description ?? ''}>
            {item.description}
          </Text>
        )}
      </span>
      {isChoice && <Icon name="check" className={item.checked ? classes.check : classes.unchecked} />}
    </MenuItem>
  );
}
