import {
  Check,
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleX,
  Copy,
  ExternalLink,
  Eye,
  EyeOff,
  Globe,
  Info,
  type LucideIcon,
  Monitor,
  Moon,
  RefreshCw,
  Search,
  Sun,
  TriangleAlert,
  X,
} from 'lucide-react';

// The login page loads this list: what only other pages show is in page-icons.ts.
const firstIcons = {
  check: Check,
  'chevron-down': ChevronDown,
  close: X,
  copy: Copy,
  dot: CircleDot,
  error: CircleX,
  external: ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  globe: Globe,
  info: Info,
  monitor: Monitor,
  moon: Moon,
  problem: CircleAlert,
  refresh: RefreshCw,
  search: Search,
  success: CircleCheck,
  sun: Sun,
  warning: TriangleAlert,
} as const;

export type FirstIconName = keyof typeof firstIcons;

const icons = new Map<string, LucideIcon>(Object.entries(firstIcons));

/** Adds the icons of pages that are loaded later. */
export function addIcons(added: Readonly<Record<string, LucideIcon>>): void {
  for (const [name, icon] of Object.entries(added)) icons.set(name, icon);
}

/** The names of all icons that have been added. */
export function iconNames(): string[] {
  return [...icons.keys()];
}

/** The drawing of an icon; a dot for a name that is not in the set. */
export function iconOf(name: string): LucideIcon {
  return icons.get(name) ?? firstIcons.dot;
}
