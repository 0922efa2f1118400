import type { SVGAttributes } from 'react';
import classes from './icon.module.css';
import type { IconName } from './icon-name.ts';
import { iconOf } from './icons.ts';

export interface IconProps extends SVGAttributes<SVGSVGElement> {
  /** A name of the icon set; any other string (areas name icons in data) shows a dot. */
  name: IconName | (string & {});
  size?: 's' | 'm' | 'l' | 'xl';
  /** Accessible name; without it the icon is hidden from assistive technology. */
  label?: string;
}

/** A line icon of the portal's icon set; its size follows the text beside it. */
export function Icon({ name, size = 'm', label, ...rest }: IconProps) {
  const Drawing = iconOf(name);
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
