import { loadConfig } from '../config/config.ts';
import { callersPath, invalidArgument, runCommand } from '../errors/operator-command.ts';
import { describeBytes, refuseForeignServer } from './backup-commands.ts';
import { restoreBackup } from './restore-backup.ts';

const usage = `Restores a backup as the embedded database of DATA_DIR. The portal must be stopped.

  npm run restore -- [--replace] <folder of the backup>

  --replace  replaces a database that DATA_DIR already has; it is renamed, not deleted

Nothing is replaced unless every file of the backup matches its checksum. See docs/runbooks/backup.md.`;

await runCommand(usage, { replace: { type: 'boolean' } }, async ([folder, ...more], { replace }) => {
  if (folder === undefined || more.length > 0) throw invalidArgument(usage);
  const config = loadConfig(process.env);
  refuseForeignServer(config);
  const startedMs = performance.now();
  const { files, bytes, replaced, series } = await restoreBackup({
    backup: callersPath(folder),
    dataDir: config.DATA_DIR,
    replace: replace === true,
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`Restored ${files} files, ${describeBytes(bytes)}, in ${seconds} s. Start the portal now.`);
  console.log(
    `What happened after the backup is lost. New numbers contain the series ${series}, such as PF-2026-${series}-000319, so none that was given out is given out again. Import the bank statements since the backup: transfers for lost payments are in "npm run billing -- unmatched". docs/runbooks/backup.md says what to do about them.`,
  );
  if (replaced !== undefined)
    console.log(`The database before is in ${replaced}; delete it when it is not needed.`);
});
