import { iconNames } from '@portal/shared/prerender';
import { Icon } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import {
  NavigationEntry,
  NavigationGroup,
  NavigationHeading,
  NavigationList,
} from '../layout/main-navigation.tsx';
import { sections, slots } from './slots.ts';

/** The navigation as a template, because only the server knows the areas of a page. */
export function NavigationSlots() {
  return (
    <NavigationList>
      <Section name="areas">
        <NavigationGroup
          heading={
            <Section name="heading">
              <NavigationHeading>{slots.title}</NavigationHeading>
            </Section>
          }
        >
          <Section name="entries">
            <NavigationEntry path={slots.path} title={slots.title} icon={slots.icon} />
          </Section>
        </NavigationGroup>
      </Section>
    </NavigationList>
  );
}

function Section({ name, children }: { name: keyof typeof sections; children: ReactNode }) {
  const [start, end] = sections[name];
  return (
    <>
      {start}
      {children}
      {end}
    </>
  );
}

/** The drawings of all icons, from which the server takes those that the areas name. */
export function IconSlots() {
  return iconNames().map((name) => (
    <i key={name} data-icon={name}>
      <Icon name={name} />
    </i>
  ));
}
