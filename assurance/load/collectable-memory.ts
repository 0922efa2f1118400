// Loaded into the server under test: on SIGUSR2 it frees what is no longer used, so that its size shows what is retained.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  collect();
  console.log('memory collected');
});
