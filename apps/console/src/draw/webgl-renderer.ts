import type { Camera, Size } from '../model/board/camera';
import type { Rect } from '../model/board/layout';
import { FLOATS, MOVE_SECONDS, type Instances } from './instances';
import { FRAGMENT, VERTEX } from './shaders';

/** Renderer of rectangles. */
export interface Renderer {
  resize(size: Size, ratio: number): void;
  /** Returns whether rectangles are seen on their way to their places; else they are there at once, and one frame shows a change. */
  moves(layers: readonly Instances[]): boolean;
  draw(layers: readonly Instances[], camera: Camera, frame: Frame): void;
  dispose(): void;
}

/** Time of a frame, and the reasons for drawing it. */
interface Frame {
  readonly seconds: number;
  /** The camera moves, or did a moment ago. */
  readonly isMoving: boolean;
  /** Rectangles changed, or move to their places. */
  readonly isChanging: boolean;
  /** Areas of the board in which rectangles changed since the last frame; undefined: anywhere. */
  readonly changed: readonly Rect[] | undefined;
}

interface LayerBuffers {
  readonly array: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  bytes: number;
}

/** Attributes of an instance: location, number of floats, or four bytes of a colour. */
const ATTRIBUTES = [
  { location: 1, floats: 4, at: 0 },
  { location: 2, floats: 4, at: 4 },
  { location: 3, floats: 4, at: 8 },
  { location: 4, floats: 0, at: 12 },
  { location: 5, floats: 0, at: 13 },
] as const;
const UNIFORMS = ['camera', 'size', 'now', 'moveSeconds', 'ratio'] as const;
const BYTES = 4;
const STRIDE = FLOATS * BYTES;

/** Makes a renderer that uses the graphics card: moving the camera changes only numbers. Undefined without WebGL 2. */
export function webglRenderer(canvas: HTMLCanvasElement): Renderer | undefined {
  const gl = canvas.getContext('webgl2', { antialias: false, premultipliedAlpha: true });
  if (!gl) return undefined;
  const program = linked(gl);
  const corners = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
  const buffers: LayerBuffers[] = [];
  const uniforms = Object.fromEntries(UNIFORMS.map((name) => [name, gl.getUniformLocation(program, name)]));
  let ratio = 1;
  return {
    resize(size, newRatio) {
      ratio = newRatio;
      canvas.width = Math.round(size.width * ratio);
      canvas.height = Math.round(size.height * ratio);
    },
    moves: () => true,
    draw(layers, camera, { seconds }) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.useProgram(program);
      gl.uniform3f(uniforms['camera'] ?? null, camera.x, camera.y, camera.scale * ratio);
      gl.uniform2f(uniforms['size'] ?? null, canvas.width, canvas.height);
      gl.uniform1f(uniforms['now'] ?? null, seconds);
      gl.uniform1f(uniforms['moveSeconds'] ?? null, MOVE_SECONDS);
      gl.uniform1f(uniforms['ratio'] ?? null, ratio);
      layers.forEach((layer, index) => {
        const there = (buffers[index] ??= newBuffers(gl, corners));
        upload(gl, there, layer);
        gl.bindVertexArray(there.array);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, layer.count);
      });
    },
    dispose: () => {
      for (const { array, buffer } of buffers) {
        gl.deleteVertexArray(array);
        gl.deleteBuffer(buffer);
      }
      gl.deleteProgram(program);
    },
  };
}

/** Drivers that are programs, by the names that they give themselves. */
const PROGRAMS = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Returns whether there is a graphics card, and no program that emulates one, which is slower than drawing without it.
 * Asked of a canvas of its own: one that once gave a context of WebGL gives no other.
 */
export function hasGraphicsCard(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !PROGRAMS.test(name);
}

function upload(gl: WebGL2RenderingContext, there: LayerBuffers, layer: Instances): void {
  if (layer.dirtyTo < 0) return;
  gl.bindBuffer(gl.ARRAY_BUFFER, there.buffer);
  if (there.bytes === layer.data.byteLength) {
    const part = layer.data.subarray(layer.dirtyFrom * FLOATS, layer.dirtyTo * FLOATS);
    gl.bufferSubData(gl.ARRAY_BUFFER, layer.dirtyFrom * STRIDE, part);
  } else {
    gl.bufferData(gl.ARRAY_BUFFER, layer.data, gl.DYNAMIC_DRAW);
    there.bytes = layer.data.byteLength;
  }
  layer.uploaded();
}

function newBuffers(gl: WebGL2RenderingContext, corners: WebGLBuffer): LayerBuffers {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const { location, floats, at } of ATTRIBUTES) {
    gl.enableVertexAttribArray(location);
    const isColour = floats === 0;
    const type = isColour ? gl.UNSIGNED_BYTE : gl.FLOAT;
    gl.vertexAttribPointer(location, isColour ? 4 : floats, type, isColour, STRIDE, at * BYTES);
    gl.vertexAttribDivisor(location, 1);
  }
  return { array, buffer, bytes: 0 };
}

function linked(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error('the graphics card gives no shader');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`shaders of the board: ${gl.getProgramInfoLog(program)}`);
  return program;
}
