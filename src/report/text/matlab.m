% {{title}}: the equations of motion by the method {{method}}, written by dalembert {{version}}.
%
%   m = {{prefix}};                                              % the file is {{prefix}}.m
%   m.rate(m.parameters, m.from, m.start)                        % the rates at the start
%   [t, y] = ode45(@(t, y) m.rate(m.parameters, t, y), [m.from, m.to], m.start, odeset('RelTol', 1e-8));
%
% y is the state, a column with the names m.state_names; t the independent variable, {{variable}}; p are the parameters.
%
%   rate               the rates of the state; NaN if they are undefined
%   energy             the energy
{{function_list}}

function m = {{prefix}}()
  m.title = {{title_string}};
  m.state_names = { {{state_names}} };
  m.parameter_names = { {{parameter_names}} };
  m.residual_names = { {{residual_names}} };
  m.multiplier_names = { {{multiplier_names}} };
  m.observable_names = { {{observable_names}} };
  m.event_names = { {{event_names}} };
  m.directions = [{{directions}}];  % of the events: 1 rising, -1 falling, 0 any
  m.parameters = [{{parameters}}];
  m.start = [{{start}}].';
  m.from = {{from}};  % {{variable}} at the start
  m.to = {{to}};  % and at the end of a run
  m.rate = @rate;
  m.energy = @energies;
{{handles}}
end

function out = rate(p, t, y)
  all = rates(p, t, y);
  n = {{n}};
  k = {{watched}};
  out = all(1:n);
  if any(~(abs(all(n + 1:n + k)) > {{least}} * abs(all(n + k + 1:n + 2 * k))))
    out(:) = NaN;
  end
end

function out = real_numbers(out)
  if ~isreal(out)
    error('dalembert:domain', 'outside of where the equations are real');
  end
end

function out = picked(a, b)
  % b on side 1 of a jump, 0 on side -1, otherwise (1 + a)/2 of b
  if a == 1
    out = b;
  elseif a == -1
    out = 0;
  else
    out = (1 + a) / 2 * b;
  end
end

{{pivoting}}
% Solves linear equations by elimination with complete pivoting and two steps of refinement. k: n, the rank, factors of
% rows and columns, coefficients row by row, right-hand sides. Returns the solutions, the determinant, its scale.
function out = pivoting(k)
  n = k(1);
  rank = k(2);
  sides = (numel(k) - 2) / n - n - 2;
  row_factor = k(3:2 + n);
  column_factor = k(3 + n:2 + 2 * n);
  entry = reshape(k(3 + 2 * n:2 + 2 * n + n * n), n, n).';
  side = 2 + 2 * n + n * n;
  a = zeros(n);
  for i = 1:n
    for j = 1:n
      a(i, j) = entry(i, j) * row_factor(i) * column_factor(j);
    end
  end
  sizes = abs(a);
  row = 1:n;
  column = 1:n;
  least_left = 1;
  product = 1;
  signs = 1;
  for i = 1:rank
    largest = -1;
    r = i;
    c = i;
    for j = i:n
      for l = i:n
        if abs(a(j, l)) > largest
          largest = abs(a(j, l));
          r = j;
          c = l;
        end
      end
    end
    a([i, r], :) = a([r, i], :);
    sizes([i, r], :) = sizes([r, i], :);
    a(:, [i, c]) = a(:, [c, i]);
    sizes(:, [i, c]) = sizes(:, [c, i]);
    row([i, r]) = row([r, i]);
    column([i, c]) = column([c, i]);
    if (a(i, i) < 0) == ((r ~= i) == (c ~= i))
      signs = -signs;
    end
    if ~(largest > 0)
      out = [NaN(sides * n, 1); 0 * largest; 1];
      return
    end
    left = largest / sizes(i, i);
    product = product * largest;
    if left < least_left
      least_left = left;
    end
    for j = i + 1:n
      if a(j, i) == 0
        continue
      end
      a(j, i) = a(j, i) / a(i, i);
      for l = i + 1:n
        part = a(j, i) * a(i, l);
        a(j, l) = a(j, l) - part;
        sizes(j, l) = sizes(j, l) + abs(part);
      end
    end
  end
  out = zeros(sides * n + 2, 1);
  x = zeros(n, 1);
  for s = 0:3 * sides - 1
    first = floor(s / 3) * n;
    for i = 1:rank
      r = row(i);
      x(i) = k(side + first + r);
      for j = 1:n
        x(i) = x(i) - entry(r, j) * out(first + j);
      end
      x(i) = x(i) * row_factor(r);
      for j = 1:i - 1
        x(i) = x(i) - a(i, j) * x(j);
      end
    end
    for i = rank:-1:1
      for j = i + 1:rank
        x(i) = x(i) - a(i, j) * x(j);
      end
      x(i) = x(i) / a(i, i);
    end
    for i = 1:rank
      out(first + column(i)) = out(first + column(i)) + x(i) * column_factor(column(i));
    end
  end
  out(sides * n + 1) = product;
  if rank == n
    out(sides * n + 1) = signs * product;
  end
  out(sides * n + 2) = product / least_left;
end

{{end}}
{{functions}}