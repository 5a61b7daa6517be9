// The catalogue of studies is the folder lab/studies: a study's name is that of its file with hyphens, its title the
// first sentence of its file.
//   npm run study                                lists them
//   npm run study -- NAME [arguments…]           runs one from the project root
import { labPrograms, runLab } from './lab.mjs';

const [name, ...rest] = process.argv.slice(2);
const studies = labPrograms('studies');
if (name === undefined) {
  for (const study of studies) console.log(`${study.name.padEnd(24)}${study.title}`);
} else {
  const study = studies.find((one) => one.name === name);
  if (study === undefined) {
    console.error(`there is no study '${name}'; npm run study lists those there are`);
    process.exit(2);
  }
  process.exit(await runLab(study, rest));
}
