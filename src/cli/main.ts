import { commandLine } from './commandLine';

// A reader that has seen enough (`| head`) closes the pipe: no failure, and nothing more to say.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

void commandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
