import type { PortalCommand } from '../cli/command.ts';
import { canary, halt, promote } from './canary.ts';
import { check } from './check.ts';
import { compose } from './compose.ts';
import { deploy } from './deploy.ts';
import { gc } from './gc.ts';
import { guard } from './guard.ts';
import { diff, history } from './history.ts';
import { keysCreate, keysRotate, keysShow } from './keys.ts';
import { mirror } from './mirror.ts';
import { publish } from './publish.ts';
import { rollback } from './rollback.ts';
import { status } from './status.ts';
import { verify } from './verify.ts';

/** In the order in which `portal --help` lists them: the way of a release. */
export const allCommands: PortalCommand[] = [
  publish,
  check,
  compose,
  deploy,
  canary,
  promote,
  halt,
  rollback,
  guard,
  status,
  history,
  diff,
  verify,
  gc,
  mirror,
  keysCreate,
  keysShow,
  keysRotate,
];
