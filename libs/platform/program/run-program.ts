import 'reflect-metadata';
import type { INestApplicationContext, ModuleMetadata, Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ProcessModule, type ProcessParts } from './process.module';

/** A program that runs. */
export interface RunningProgram {
  readonly app: INestApplicationContext;
  /** Ends all parts in the reverse order of their start. Rejects with the first error, after all have ended. */
  stop(): Promise<void>;
}

/**
 * Starts a program that consists of these modules. Rejects with what a part of it failed with, after the others have
 * ended; undefined if the program was asked to end while it started.
 */
export async function startProgram(
  parts: ProcessParts,
  imports: NonNullable<ModuleMetadata['imports']>,
): Promise<RunningProgram | undefined> {
  const { sequence } = parts;
  const app = await NestFactory.createApplicationContext(programModule([ProcessModule.for(parts), ...imports]), {
    logger: false,
    abortOnError: false,
  });
  const stop = async (): Promise<void> => {
    await app.close();
    sequence.requireStopped();
  };
  if (sequence.isStarted) return { app, stop };
  await app.close();
  sequence.requireStarted();
  return undefined;
}

function programModule(imports: NonNullable<ModuleMetadata['imports']>): Type {
  class ProgramModule {}
  Module({ imports })(ProgramModule);
  return ProgramModule;
}
