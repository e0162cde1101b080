import { PATTERN_SHADER } from './patterns';

/** Moves the corners of a rectangle from its former place to its place. */
export const VERTEX = `#version 300 es
precision highp float;
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 target;
layout(location = 2) in vec4 origin;
layout(location = 3) in vec4 how; // since, radius, pattern, alpha
layout(location = 4) in vec4 fill;
layout(location = 5) in vec4 line;
uniform vec3 camera; // x, y, scale
uniform vec2 size;
uniform float now;
uniform float moveSeconds;
uniform float ratio;
const float LEAST = 1.6;
out vec2 place;
out vec2 halfSize;
out vec4 fillColour;
out vec4 lineColour;
out vec3 looks;
void main() {
  float rest = 1.0 - clamp((now - how.x) / moveSeconds, 0.0, 1.0);
  vec4 rect = mix(target, origin, rest * rest * rest);
  // From afar, too, what has a size can be seen.
  halfSize = max(rect.zw * camera.z, step(1.0, rect.zw) * LEAST * ratio) * 0.5;
  // One pixel more on each side, for soft edges.
  vec2 outwards = (corner - 0.5) * 2.0;
  vec2 pixels = (rect.xy - camera.xy + 0.5 * rect.zw) * camera.z + outwards * (halfSize + 1.0);
  place = outwards * (halfSize + 1.0);
  fillColour = fill;
  lineColour = line;
  looks = vec3(how.y * camera.z, how.z, how.w);
  vec2 clip = pixels / size * 2.0 - 1.0;
  gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
}`;

/** Draws a rectangle with round corners, a line around it and a pattern. */
export const FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
in vec2 halfSize;
in vec4 fillColour;
in vec4 lineColour;
in vec3 looks; // radius, pattern, alpha
uniform float ratio;
out vec4 colour;
void main() {
  float radius = min(looks.x, min(halfSize.x, halfSize.y));
  vec2 beyond = abs(place) - halfSize + radius;
  float distance = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
  float inside = clamp(0.5 - distance, 0.0, 1.0);
  float lineWidth = clamp(min(halfSize.x, halfSize.y) * 0.22, 0.0, 1.4 * ratio);
  float onLine = clamp(distance + lineWidth + 0.5, 0.0, 1.0);
  vec4 body = fillColour;
  float strong = 1.0;${PATTERN_SHADER}
  vec4 mixed = mix(vec4(body.rgb, strong), vec4(lineColour.rgb, 1.0), onLine);
  float alpha = mixed.a * inside * looks.z;
  colour = vec4(mixed.rgb * alpha, alpha);
}`;
