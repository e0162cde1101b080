import { parentPort, workerData } from 'node:worker_threads';
import { NoCacheFolderError } from './postgres-archive';
import { makeFiles, type Answer, type ServerChoice } from './server-files';

/** The thread that makes the files of a server, beside the one that loads the program. */
async function answer(): Promise<Answer> {
  try {
    return { files: await makeFiles(workerData as ServerChoice) };
  } catch (error) {
    // Other errors reach the thread that asked as they are; of this one it needs the class.
    if (error instanceof NoCacheFolderError) return { refusal: error.message };
    throw error;
  }
}

void answer().then((value) => parentPort!.postMessage(value));
