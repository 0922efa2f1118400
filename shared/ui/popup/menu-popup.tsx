import type { RefObject } from 'react';
import {
  MenuSection as AriaMenuSection,
  Header,
  Menu,
  MenuItem,
  RouterProvider,
  Text,
} from 'react-aria-components';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { AriaPopover } from './aria-popover.tsx';
import classes from './menu.module.css';

interface MenuAction {
  id: string;
  title: string;
  description?: string;
  icon?: IconProps['name'];
  /** Set for an item of a choice: true shows a check mark. */
  checked?: boolean;
  /** Makes the item a link. */
  href?: string;
  disabled?: boolean;
  tone?: 'danger';
  onSelect?: () => void;
  /** Language of the title, when it differs from the page's. */
  lang?: string;
}

export interface MenuSection {
  id: string;
  /** Shown above the items; a section without a title is named by the menu's label. */
  title?: string;
  items: readonly MenuAction[];
}

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end';

export interface MenuPopupProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  sections: readonly MenuSection[];
  placement: MenuPlacement;
  onNavigate: ((href: string) => void) | undefined;
  onClose: () => void;
}

/** The open list of a Menu. */
export function MenuPopup({ anchor, label, sections, placement, onNavigate, onClose }: MenuPopupProps) {
  const items = sections.flatMap((section) => section.items);
  const popover = (
    <AriaPopover {...{ anchor, placement, onClose }} aria-label={label} className={classes.popup}>
      <Menu
        aria-label={label}
        autoFocus="first"
        className={classes.menu ?? ''}
        onAction={(key) => items.find(({ id }) => id === String(key))?.onSelect?.()}
        onClose={onClose}
      >
        {sections.map((section) => (
          <Section key={section.id} section={section} menuLabel={label} />
        ))}
      </Menu>
    </AriaPopover>
  );
  return onNavigate ? <RouterProvider navigate={onNavigate}>{popover}</RouterProvider> : popover;
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
