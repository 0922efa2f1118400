import path from 'node:path';
import { loadConfig } from '../config/config.ts';
import { startEmbedded } from '../database/embedded/embedded.ts';
import { reportOutage } from '../database/outage.ts';
import { callersPath, refuseMore, runCommand } from '../errors/operator-command.ts';
import { describeBytes, refuseForeignServer } from './backup-commands.ts';
import { createBackup } from './create-backup.ts';

const usage = `Backs up the embedded database into a new folder. The portal may be running or stopped.

  npm run backup [-- <folder>]

  <folder>  where the backup's folder is created (default: backups in DATA_DIR; choose another disk in production)

The backup does not contain SECRETS_KEY, without which its secrets are unreadable. See docs/runbooks/backup.md.`;

await runCommand(usage, {}, async ([folder, ...more]) => {
  refuseMore(more, usage);
  const config = loadConfig(process.env);
  refuseForeignServer(config);
  const startedMs = performance.now();
  await reportOutage(async () => {
    const embedded = await startEmbedded({ dataDir: config.DATA_DIR, share: true });
    try {
      const destination =
        folder === undefined ? path.resolve(config.DATA_DIR, 'backups') : callersPath(folder);
      const backup = await createBackup(embedded.superuserUrl, destination);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      console.log(`${backup.folder}: ${describeBytes(backup.bytes)} in ${seconds} s`);
    } finally {
      await embedded.stop();
    }
  });
});
