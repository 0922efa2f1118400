import type { SVGAttributes } from 'react';
import classes from './icon.module.css';
import { type IconName, icons } from './icons.ts';

export interface IconProps extends SVGAttributes<SVGSVGElement> {
  /** A name of the set; any other string (areas name icons in data) draws a neutral dot. */
  name: IconName | (string & {});
  size?: 's' | 'm' | 'l' | 'xl';
  /** Spoken text; without it the icon is decoration and hidden from assistive technology. */
  label?: string;
}

/** A line icon of the portal's small set, as tall as the text beside it. */
export function Icon({ name, size = 'm', label, ...rest }: IconProps) {
  const Drawing = isIconName(name) ? icons[name] : icons.dot;
  return (
    <Drawing
      {...rest}
      className={rest.className ? `${classes.icon} ${rest.className}` : classes.icon}
      data-size={size}
      strokeWidth={1.75}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name);
}
